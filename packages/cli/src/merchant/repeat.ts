/** Pure: a command as a person would type it. */

export interface CommandParts {
  /** Arguments after `waybill`: the command and its own. */
  words: readonly string[]
  /** By their long names; true for one without a value, a list for one that is repeated. What has no value is left out. */
  options?: Readonly<Record<string, string | true | readonly string[] | null | undefined>>
}

/** With the quotes that a POSIX shell needs. */
export function commandLine({ words, options = {} }: CommandParts): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    if (value === true) return [`--${name}`]
    return [value].flat().flatMap((one) => [`--${name}`, one])
  })
  return ['waybill', ...words, ...given].map(quoted).join(' ')
}

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
