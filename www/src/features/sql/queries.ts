// Queries that are one press away, made for the tables of the run at hand.

import { statementsOf, tableOf, type Table } from './definitions.ts';

type Ask = 'paths' | 'writes' | 'values' | 'events' | 'requests' | 'waits' | 'field' | 'list' | 'gaps';
interface Example {
  ask: Ask;
  text: string;
}

const CHANGES = "FROM events e, json_each(e.data, '$.changes') c\nWHERE e.kind IN ('contextWritten', 'merged')";
const CONTEXT = "coalesce(e.data ->> '$.context', c.value ->> '$.context')";

const ALWAYS: Example[] = [
  { ask: 'paths', text: 'SELECT id, node, status\nFROM paths\nORDER BY position;' },
  {
    ask: 'writes',
    text:
      `SELECT e.step, e.path_id, ${CONTEXT} AS context,\n` +
      `  c.value ->> '$.field' AS field, c.value -> '$.after' AS value\n` +
      `${CHANGES}\n` +
      'ORDER BY e.seq, c.key;',
  },
  {
    ask: 'values',
    text:
      `SELECT ${CONTEXT} || '.' || (c.value ->> '$.field') AS field, e.path_id,\n` +
      `  group_concat(c.value -> '$.after', ' → ' ORDER BY e.seq, c.key) AS "values"\n` +
      `${CHANGES}\n` +
      'GROUP BY 1, 2\n' +
      'ORDER BY 1, 2;',
  },
  {
    ask: 'events',
    text:
      'SELECT kind, count(*) AS events, min(step) AS first, max(step) AS last\n' +
      'FROM events\n' +
      'GROUP BY kind\n' +
      'ORDER BY events DESC, kind;',
  },
  { ask: 'requests', text: 'SELECT id, path_id, node, state, query, answer\nFROM requests\nORDER BY id;' },
  {
    ask: 'waits',
    text:
      "SELECT path_id AS path, node, 'answer' AS waits_for, query AS what\n" +
      "FROM requests\nWHERE state = 'open' AND priority = 'required'\n" +
      "UNION ALL SELECT path, node, 'event', name FROM awaited_events\n" +
      `UNION ALL SELECT path, node, 'time', "left" || ' ms' FROM timers;`,
  },
];

export function examplesFor({ ddl, outputs }: { ddl: string; outputs: string[] }): Example[] {
  const tables = statementsOf(ddl)
    .map(tableOf)
    .filter((table) => table !== null);
  const mains = tables.filter(isMain);
  const examples = [...ALWAYS];

  const withField = mains.find((table) => fieldOf(table)?.type !== 'TEXT' && fieldOf(table)) ?? mains.find(fieldOf);
  const field = withField && fieldOf(withField);
  if (field)
    examples.push({
      ask: 'field',
      text:
        `SELECT p.id, s.${field.written}\n` +
        `FROM ${withField.written} s JOIN paths p ON p.id = s.${pathOf(withField)}\n` +
        `ORDER BY s.${field.written} DESC;`,
    });

  const byName = new Map(mains.map((table) => [table.written, table]));
  for (const list of tables.filter(isList)) {
    const parent = byName.get(/ REFERENCES (.+)\(/.exec(list.rules.join())?.[1] ?? '');
    const [, link, , value] = list.columns;
    if (!parent) continue;
    examples.push({
      ask: 'list',
      text:
        `SELECT s.${pathOf(parent)}, group_concat(i.${value.written}, ', ') AS items\n` +
        `FROM ${list.written} i JOIN ${parent.written} s ON s.${parent.columns[0].written} = i.${link.written}\n` +
        `GROUP BY s.${pathOf(parent)};`,
    });
    break;
  }

  const output = mains.find((table) => outputs.includes(table.name));
  if (output)
    examples.push({
      ask: 'gaps',
      text:
        `SELECT r.${pathOf(output)}, g.key AS field\n` +
        `FROM ${output.written} r, json_each(r.${output.columns.at(-2)?.written}) g\n` +
        `WHERE g.value = 'unset';`,
    });
  return examples;
}

/** Names that need no quotes. */
const PLAIN = /^(context_\w+|run_info|paths|steps|events|requests|awaited_events|timers|artifacts)$/;

/** All of a table, within reason. */
export const lookAt = (name: string) =>
  `SELECT *\nFROM ${PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`}\nLIMIT 1000;`;

/** The main table of a context: one row per path. */
const isMain = ({ name, columns }: Table) =>
  name.startsWith('context_') &&
  columns.length >= 5 &&
  /^path_id_*$/.test(columns[1].name) &&
  /^gaps_*$/.test(columns.at(-2)?.name ?? '');
/** The column of a main table that names the path. */
const pathOf = ({ columns }: Table) => columns[1].written;
/** A list of scalars. */
const isList = ({ name, columns }: Table) =>
  name.startsWith('context_') && columns.length === 4 && /^value_*$/.test(columns[3].name);
/** The first field of a context, numbers before texts; its bookkeeping columns stand around them. */
const fieldOf = ({ columns }: Table) => {
  const fields = columns.slice(3, -2);
  return fields.find(({ type }) => type !== 'TEXT') ?? fields[0];
};
