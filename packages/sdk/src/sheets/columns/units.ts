/** Pure: units of measures as people write them. */
const WORDS: Record<string, RegExp> = {
  kg: /^(kgs?|kilos?|kilogra(m|mm|mme|ms)s?)$/,
  g: /^(g|gr|gra(m|mm|mme|ms)s?)$/,
  lb: /^(lbs?|pounds?|#)$/,
  oz: /^(oz|ounces?)$/,
  cm: /^(cm|centimet(er|re)s?|zentimeter)$/,
  mm: /^(mm|millimet(er|re)s?)$/,
  in: /^(in|inch(es)?|"|″|zoll)$/,
}

/** The one of these units that the text is, as word or symbol; null: none. */
export const toUnit = <Unit extends string>(text: string, units: readonly Unit[]): Unit | null =>
  units.find((unit) => WORDS[unit]?.test(text.trim().toLowerCase().replace(/\.$/, ''))) ?? null
