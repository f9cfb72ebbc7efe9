import { useQuery } from '@tanstack/react-query'
import { useCodeNames } from '../../format/code-names.ts'
import { useApi } from '../../session/workspace.ts'
import { costQueries } from './queries.ts'

/** The name of a carrier by its code; of one that is not known, its code in words. */
export function useCarrierName(): (code: string) => string {
  const codeName = useCodeNames()
  const { data = [] } = useQuery(costQueries(useApi()).carrierNames())
  const names = new Map(data.map(({ value, label }) => [value, label]))
  return (code) => names.get(code) ?? codeName(code)
}
