/** Pure: the weight and the sides of a preset, in the units in which they were sent. */
import { isDeepStrictEqual } from 'node:util'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import {
  chosenMeasures,
  type SentMeasures,
  type StoredSides,
  type StoredWeight,
  storedSides,
  storedWeight,
  wholeWeight,
} from '@waybill/contracts/values/parcels/units'

export interface PresetMeasures {
  /** null: differs from parcel to parcel. */
  weight: StoredWeight | null
  sides: StoredSides
}

/** The fields of a preset in a request. Null: without a weight. */
export type SentPresetMeasures = Omit<SentMeasures, 'weight' | 'weight_kg'> & {
  weight?: SentMeasures['weight'] | null
  weight_kg?: SentMeasures['weight_kg'] | null
}

export const newMeasures = (sent: SentPresetMeasures): PresetMeasures => ({
  weight: chosenWeight(null, sent) ?? null,
  sides: storedSides(sent),
})

/** The measures after a patch, which may have both forms of one. `conflicts`: both were changed. */
export function patchedMeasures(
  before: PresetMeasures,
  { weight: sent, weight_kg, ...sentSides }: Accepted<SentPresetMeasures>,
): { measures: PresetMeasures; conflicts: ('weight' | 'dimensions')[] } {
  const weight = chosenWeight(before.weight, { weight: sent && wholeWeight({ weight: sent }), weight_kg })
  const { sides, conflicts } = chosenSides(before.sides, sentSides)
  return {
    measures: { weight: weight === undefined ? before.weight : weight, sides },
    conflicts: weight === undefined ? ['weight', ...conflicts] : conflicts,
  }
}

const findGrams = (weight: StoredWeight | null): number | null => weight?.weightGrams ?? null

/** Undefined: both forms were changed. */
function chosenWeight(
  before: StoredWeight | null,
  { weight, weight_kg }: SentPresetMeasures,
): StoredWeight | null | undefined {
  const inUnit = weight && storedWeight({ weight })
  const inKg = weight_kg === undefined ? before : weight_kg === null ? null : storedWeight({ weight_kg })
  const isKgKept = findGrams(inKg) === findGrams(before)
  if (inUnit === undefined) return isKgKept ? before : inKg
  if (isKgKept || findGrams(inUnit) === findGrams(inKg)) return inUnit
  return isDeepStrictEqual(inUnit, before) ? inKg : undefined
}

function chosenSides(before: StoredSides, { dimensions, length_cm, width_cm, height_cm }: Accepted<SentMeasures>) {
  const inCm = {
    length_cm: length_cm ?? before.lengthTenthMm,
    width_cm: width_cm ?? before.widthTenthMm,
    height_cm: height_cm ?? before.heightTenthMm,
  }
  const { dimensionsSent: _, ...kept } = before
  if (dimensions === undefined) {
    const sides = storedSides(inCm)
    return { sides: isDeepStrictEqual(sides, kept) ? before : sides, conflicts: [] }
  }
  const { measures, conflicts } = chosenMeasures({ dimensions, ...inCm }, { weightGrams: 1, ...before })
  return { sides: storedSides(measures), conflicts }
}
