// @ts-check
// Dialogs: a button with data-opens="ID" opens one, one with data-closes closes its own.

export function startDialogs() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-opens], [data-closes]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.opens) {
      const dialog = document.getElementById(button.dataset.opens);
      if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
    } else {
      button.closest("dialog")?.close();
    }
  });
}

/**
 * Shows why a form's answer was no: in its own line, read out because the focus goes there or to the field that names it.
 *
 * @param {HTMLElement} line
 * @param {string} text
 * @param {HTMLElement} [field]
 */
export function showError(line, text, field) {
  line.textContent = text;
  line.hidden = !text;
  field?.setAttribute("aria-invalid", String(Boolean(text)));
  if (text) (field ?? line).focus();
}
