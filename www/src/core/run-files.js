// @ts-check
// The run and its machine as texts that leave the page: what the core writes, put together for a file.

import { markOf } from "../features/sql/mark.js";

/**
 * @typedef {import("../protocol/types.js").ExportKind} ExportKind
 * @typedef {import("./run-session.js").Live} Live
 */

/**
 * @param {Pick<typeof import("../../pkg/tracklight.js"), "Machine" | "version">} core
 * @param {Live} live
 * @param {ExportKind} kind
 * @returns {string}
 */
export function written(core, live, kind) {
  const { run } = live;
  switch (kind) {
    case "saved":
      return run.save();
    case "recording":
      return pretty(run.recording());
    case "dot":
      return run.dot();
    case "machine":
      return ofMachine(core, live, (machine) => pretty(machine.toJSON()));
    case "database":
      return ofMachine(core, live, (machine) => JSON.stringify(database(machine, run)));
    case "trace":
      return ofMachine(core, live, ({ title, hash }) =>
        pretty({ rules: core.version().rules, machine: { title, hash }, events: run.events(), final: run.view() }),
      );
  }
}

/** @param {Pick<typeof import("../../pkg/tracklight.js"), "Machine">} core @param {Live} live @param {(machine: import("../../pkg/tracklight.js").Machine) => string} write */
function ofMachine(core, { run, sources }, write) {
  const machine = core.Machine.parse(run.source(), sources.files, sources.entry);
  try {
    return write(machine);
  } finally {
    machine.free();
  }
}

/**
 * The run at the cursor as tables and rows, and what its machine says about them.
 * @param {import("../../pkg/tracklight.js").Machine} machine
 * @param {import("../../pkg/tracklight.js").Run} run
 * @returns {import("../protocol/types.js").RunDatabase}
 */
function database(machine, run) {
  const view = run.view();
  const { step, tick, action } = view;
  const { ddl, statements, script } = run.sql();
  return {
    mark: markOf(view), title: machine.title ?? "", step, tick, action, ddl, statements, script,
    plain: machine.ddl() ?? "",
    outputs: machine.contexts().filter(({ role }) => role === "output").flatMap(({ id }) => machine.tables({ layout: "run", context: id })?.slice(0, 1) ?? []),
    collisions: machine.diagnostics().filter(({ code }) => code === "sql-name-collision"),
  };
}

/** @param {unknown} value */
function pretty(value) {
  return JSON.stringify(value, null, 1);
}

/** What the core finds in texts that are not edited here. @param {Pick<typeof import("../../pkg/tracklight.js"), "Machine">} core @param {import("../protocol/types.js").Sources} sources */
export function inspect(core, { source, files, entry }) {
  const machine = core.Machine.parse(source, files, entry);
  try {
    return machine.diagnostics();
  } finally {
    machine.free();
  }
}
