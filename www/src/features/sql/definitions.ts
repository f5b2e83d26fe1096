// Definitions of tables taken apart for reading: names, types, rules. Only cuts at commas and brackets outside of
// quotes; what a definition means is SQLite's matter.

/** `written` as in the definition, perhaps in quotes. */
interface Column {
  written: string;
  name: string;
  type: string;
  rules: string;
}
/** `rules` of the whole table. */
export interface Table {
  written: string;
  name: string;
  columns: Column[];
  rules: string[];
}

const NAME = /^\s*("(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[^\s(,]+)\s*/;
const WHOLE = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\b/i;
const RULE = /\b(?:NOT NULL|CHECK|PRIMARY|UNIQUE|DEFAULT|REFERENCES|COLLATE|GENERATED|CONSTRAINT)\b/i;

/** @param sql one `CREATE TABLE` @returns null for another form */
export function tableOf(sql: string): Table | null {
  const head = /^\s*CREATE (?:TEMP |TEMPORARY )?TABLE (?:IF NOT EXISTS )?/i.exec(sql)?.[0];
  if (head === undefined) return null;
  const written = NAME.exec(sql.slice(head.length))?.[1] ?? '';
  const body = sql.slice(head.length + sql.slice(head.length).indexOf(written) + written.length).trim();
  if (!body.startsWith('(')) return null;
  const parts = pieces(body.slice(1, body.lastIndexOf(')')), ',');
  return {
    written,
    name: bare(written),
    columns: parts.filter((part) => !WHOLE.test(part)).map(columnOf),
    rules: parts.filter((part) => WHOLE.test(part)),
  };
}

/** The statements of a script. */
export const statementsOf = (ddl: string) => pieces(ddl, ';');

function columnOf(part: string): Column {
  const [all, written] = NAME.exec(part) ?? ['', ''];
  const rest = part.slice(all.length);
  const at = rest.search(RULE);
  return {
    written,
    name: bare(written),
    type: (at < 0 ? rest : rest.slice(0, at)).trim(),
    rules: at < 0 ? '' : rest.slice(at).trim(),
  };
}

function bare(name: string) {
  return /^["`[]/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/** Cuts at a mark that is outside of quotes and brackets. */
function pieces(text: string, mark: string) {
  const list = [];
  let from = 0;
  let depth = 0;
  let quote = '';
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '[') quote = ']';
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === mark && depth === 0) {
      list.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...list, text.slice(from).trim()].filter(Boolean);
}
