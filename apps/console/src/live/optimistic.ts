import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Effect of a change on cached data, and its undo, which keeps other changes made since. */
interface Outcome<Data, Change> {
  apply: (data: Data, change: Change) => Data
  /** `before`: the data that the change was applied to. */
  takeBack: (data: Data, before: Data, change: Change) => Data
}

/**
 * Callbacks of a mutation that can be undone: the answer with the key shows the outcome before the API has confirmed it, and not
 * any more if the API refuses. Everything of its noun is read again once no such change of the answer is under way.
 */
export function useOptimistic<Data, Change>(queryKey: QueryKey, { apply, takeBack }: Outcome<Data, Change>) {
  const queryClient = useQueryClient()
  const mutationKey = ['optimistic', ...queryKey]
  return {
    mutationKey,
    async onMutate(change: Change) {
      // A read that is under way would show the state of before.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Data>(queryKey)
      if (before !== undefined) queryClient.setQueryData<Data>(queryKey, apply(before, change))
      return { before }
    },
    onError(_error: Error, change: Change, context?: { before: Data | undefined }) {
      const before = context?.before
      if (before === undefined) return
      queryClient.setQueryData<Data>(queryKey, (data) => data && takeBack(data, before, change))
    },
    onSettled() {
      // This one counts, too.
      if (queryClient.isMutating({ mutationKey }) > 1) return
      return queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) })
    },
  }
}

/** A change of one row of a list. Null: the row is gone. */
export const ofRow = <Row, Change>(
  isRow: (row: Row, change: Change) => boolean,
  toOutcome: (row: Row, change: Change) => Row | null,
): Outcome<Row[], Change> => ({
  apply: (rows, change) =>
    rows
      .map((row) => (isRow(row, change) ? toOutcome(row, change) : row))
      .filter((row): row is Awaited<Row> => row !== null),
  takeBack(rows, before, change) {
    const was = before.findIndex((row) => isRow(row, change))
    const stored = before[was]
    if (stored === undefined) return rows
    const is = rows.findIndex((row) => isRow(row, change))
    return is === -1 ? rows.toSpliced(was, 0, stored) : rows.with(is, stored)
  },
})
