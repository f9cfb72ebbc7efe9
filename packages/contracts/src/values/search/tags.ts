/** Pure: tags of shipments. */
import { z } from 'zod'
import { acrossFields } from '../../requests/across-fields.ts'
import { refuse } from '../../requests/validation.ts'
import { requiredText } from '../text.ts'
import { folded } from './search-terms.ts'

export const MOST_TAGS = 20
const LONGEST_TAG = 40

/** Equal for tags that differ in case, accents or blanks alone: they are the same tag. */
export const tagKey = (tag: string): string => folded(tag)

// Lists of tags in queries and files are separated by commas.
const FORBIDDEN = /[,\p{Cc}]/u

const tag = requiredText(LONGEST_TAG).superRefine((text, context) => {
  if (FORBIDDEN.test(text)) refuse(context, [], 'invalid_format', 'must not have a comma or a line break')
})

/** Up to 20 tags, each once. */
const tags = acrossFields(z.array(tag).max(MOST_TAGS), (given, context) => {
  const keys = given.map((one) => (one === undefined ? undefined : tagKey(one)))
  keys.forEach((key, index) => {
    if (key !== undefined && keys.indexOf(key) < index) refuse(context, [index], 'repeated', 'is listed before')
  })
})

const TAGS = `Up to ${MOST_TAGS} tags of up to ${LONGEST_TAG} characters, without commas. Case and accents do not count: \`Gift\` and \`gift\` are the same tag.`

/** The tags of a new shipment. */
export const tagsSchema = tags
  .nullish()
  .transform((given) => given ?? [])
  .describe(TAGS)

/** The tags in a merge patch: absent keeps the stored ones, null removes all. */
export const tagsPatchSchema = tags
  .nullable()
  .transform((given) => given ?? [])
  .optional()
  .describe(`${TAGS} The list is replaced.`)

/** Tags to add or to remove. */
export const someTags = tags.optional()

/** Whether every one of these tags is among the others. */
export function hasTags(all: readonly string[], wanted: readonly string[]): boolean {
  const keys = new Set(all.map(tagKey))
  return wanted.every((one) => keys.has(tagKey(one)))
}

/** The tags with some of them removed and others added at the end, as they are written first. */
export function changedTags(
  stored: readonly string[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): string[] {
  const gone = new Set(removed.map(tagKey))
  const kept = stored.filter((one) => !gone.has(tagKey(one)))
  const known = new Set(kept.map(tagKey))
  return [...kept, ...added.filter((one) => !known.has(tagKey(one)))]
}
