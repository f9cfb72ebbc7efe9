/** Finds statements in migrations that can break the running version or lock a large table. Reads the text only. */

/** A statement with the comment above it. */
interface Statement {
  sql: string
  comment: string
}

const ALTERED = /\balter table (?:if exists )?(?:only )?([\w.$]+)/
/** Whether it is built concurrently, its name, and its table. */
const INDEXED = /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?(\w*)\s*\bon (?:only )?([\w.]+)/

/** Why an index of an existing table may be built while nobody can write to it. */
const BLOCKING_BUILD = /\bsafe: [\s\S]*(partitioned|the table is small)/

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
  const statements = compileStatements(text)
  const whole = statements.map(({ sql }) => sql).join(';\n')
  const isNew = (table: string | undefined) =>
    table !== undefined && new RegExp(`create table (if not exists )?${escaped(table)}\\b`).test(whole)
  const isInBatches = /^export const inBatches = true$/m.test(text)
  return statements.flatMap(({ sql, comment }, index) => {
    const found: string[] = []
    const indexed = INDEXED.exec(sql)
    if (indexed && !isNew(indexed[3])) {
      const [, concurrently, name] = indexed
      if (concurrently) {
        if (!isInBatches) found.push('an index cannot be built concurrently in a transaction: export inBatches')
        if (statements[index - 1]?.sql !== `drop index concurrently if exists ${name}`)
          found.push('a build that broke off leaves an invalid index: drop it concurrently, if it exists, just before')
      } else if (!BLOCKING_BUILD.test(comment))
        found.push('nobody can write to the table until the index is built: build it concurrently')
    }
    if (!/\bsafe: \S/.test(comment) && !isNew(ALTERED.exec(sql)?.[1])) {
      found.push(...hazards.filter(([pattern]) => pattern.test(sql)).map(([, why]) => why))
      if (addsIndexedConstraint(sql))
        found.push('an index is built under a lock: build it first, then add it using that index')
      if (addsCheckedConstraint(sql)) found.push('every row is read under a lock: add it not valid, validate it later')
      for (const [, dropped] of sql.matchAll(/\bdrop constraint (\w+)/g)) {
        if (!new RegExp(`add constraint ${dropped}\\b`).test(whole))
          found.push('the version after may need it: say why not')
      }
    }
    return found.map((why) => `${sql.slice(0, 80)}: ${why}`)
  })
}

const addsIndexedConstraint = (sql: string): boolean =>
  ALTERED.test(sql) && /\badd [^,]*\b(unique|primary key)\b(?! using index)/.test(sql)

const addsCheckedConstraint = (sql: string): boolean =>
  ALTERED.test(sql) && /\badd (constraint \w+ )?(check|foreign key)\b/.test(sql) && !/\bnot valid\b/.test(sql)

function compileStatements(text: string): Statement[] {
  const found: Statement[] = []
  for (const match of text.matchAll(/sql(?:<[^`]*>)?`((?:\\.|[^`\\])*)`/g)) {
    const before = text.slice(0, match.index).split('\n').slice(0, -1)
    const comment: string[] = []
    while (/^\s*\/\//.test(before.at(-1) ?? '')) comment.unshift(before.pop() as string)
    found.push({ sql: (match[1] ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim(), comment: comment.join('\n') })
  }
  return found
}

const escaped = (text: string): string => text.replaceAll(/[.$]/g, '\\$&')
