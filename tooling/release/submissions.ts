import { loadEnvironmentFile } from "../environment.ts";
import { becomeStaffProcess } from "../staff-process.ts";

/** `node submissions.js …` in a release: the staff's commands; `--help` lists them. */
loadEnvironmentFile();
becomeStaffProcess();
