// @ts-check
// What every page does.
import { startDialogs } from "./dialogs.js";
import { startLive } from "./live.js";
import { startNameDialog } from "./name.js";

startDialogs();
startNameDialog();
startLive();
