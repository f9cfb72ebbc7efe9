import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * Callbacks of a mutation that can be undone: the answer with the key shows the outcome before the API has confirmed it, and what it
 * was if the API refuses. Everything of its noun is read again in any case.
 */
export function useOptimistic<Data, Change>(queryKey: QueryKey, outcomeOf: (data: Data, change: Change) => Data) {
  const queryClient = useQueryClient()
  return {
    async onMutate(change: Change) {
      // A read that is under way would show the state of before.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Data>(queryKey)
      if (before !== undefined) queryClient.setQueryData<Data>(queryKey, outcomeOf(before, change))
      return { before }
    },
    onError(_error: Error, _change: Change, context?: { before: Data | undefined }) {
      if (context?.before !== undefined) queryClient.setQueryData<Data>(queryKey, context.before)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) }),
  }
}
