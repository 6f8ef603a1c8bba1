// @ts-check
// What every page does.
import { startAccount } from "./account.js";
import { startBlocks } from "./blocks.js";
import { startDialogs } from "./dialogs.js";
import { startInvitations } from "./invitations.js";
import { startLive } from "./live.js";
import { startNameDialog } from "./name.js";
import { startTelling } from "./told.js";

startDialogs();
startBlocks();
startInvitations();
startTelling();
startNameDialog();
startAccount();
startLive();
