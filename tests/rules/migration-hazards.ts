/** Finds statements in migrations that can break the running version or lock a large table. Reads the text only. */

/** A statement with the comment above it. */
interface Statement {
  sql: string
  comment: string
}

const ALTERED = /\balter table (?:if exists )?(?:only )?([\w.$]+)/
const INDEXED = /\bcreate (?:unique )?index (?:concurrently )?(?:if not exists )?\w* ?on (?:only )?([\w.]+)/

const hazards: [pattern: RegExp, why: string][] = [
  [/\bdrop (table|column|view|type|schema)\b/, 'the version before still reads it'],
  [/\brename\b/, 'the version before knows the old name'],
  [/\btruncate\b/, 'the version before still reads it'],
  [/\balter column [\w"]+ (set data )?type\b/, 'the table is written anew under a lock'],
  [
    /\balter column [\w"]+ set not null\b/,
    'the version before may still write null, and every row is read under a lock',
  ],
  [
    /\badd column (?:(?!\bdefault\b)[^,])*\bnot null\b(?!(?:(?!,)[\s\S])*\bdefault\b)/,
    'the version before writes no value for it',
  ],
]

/** Risks in a migration that no comment `// safe: …` directly above the statement explains. */
export function migrationHazards(text: string): string[] {
  const statements = statementsOf(text)
  const whole = statements.map(({ sql }) => sql).join(';\n')
  const isNew = (table: string | undefined) =>
    table !== undefined && new RegExp(`create table (if not exists )?${escaped(table)}\\b`).test(whole)
  return statements
    .filter(({ comment }) => !/\bsafe: \S/.test(comment))
    .flatMap(({ sql }) => {
      if (isNew(ALTERED.exec(sql)?.[1])) return []
      const found = hazards.filter(([pattern]) => pattern.test(sql)).map(([, why]) => why)
      const indexed = INDEXED.exec(sql)
      if (indexed && !isNew(indexed[1])) found.push('nobody can write to the table until the index is built')
      if (addsCheckedConstraint(sql)) found.push('every row is read under a lock: add it not valid, validate it later')
      for (const [, dropped] of sql.matchAll(/\bdrop constraint (\w+)/g)) {
        if (!new RegExp(`add constraint ${dropped}\\b`).test(whole))
          found.push('the version after may need it: say why not')
      }
      return found.map((why) => `${sql.replaceAll(/\s+/g, ' ').trim().slice(0, 80)}: ${why}`)
    })
}

const addsCheckedConstraint = (sql: string): boolean =>
  ALTERED.test(sql) && /\badd (constraint \w+ )?(check|foreign key)\b/.test(sql) && !/\bnot valid\b/.test(sql)

function statementsOf(text: string): Statement[] {
  const found: Statement[] = []
  for (const match of text.matchAll(/sql(?:<[^`]*>)?`((?:\\.|[^`\\])*)`/g)) {
    const before = text.slice(0, match.index).split('\n').slice(0, -1)
    const comment: string[] = []
    while (/^\s*\/\//.test(before.at(-1) ?? '')) comment.unshift(before.pop() as string)
    found.push({ sql: (match[1] ?? '').toLowerCase(), comment: comment.join('\n') })
  }
  return found
}

const escaped = (text: string): string => text.replaceAll(/[.$]/g, '\\$&')
