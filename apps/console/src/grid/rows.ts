import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { List, Page } from '@waybill/sdk'
import { useMemo } from 'react'

/** The options of `useInfiniteQuery` for a list of the SDK. The rows of the filters before stay until the new ones come. */
export function listQuery<T>(
  queryKey: readonly unknown[],
  list: (cursor: string | undefined, signal: AbortSignal) => List<T>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => await list(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<T>) => (page.hasMore ? (page.nextCursor ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  })
}

/** The rows of all pages. A row that moved between two pages while they were read appears once. */
export function useRows<T>(query: UseInfiniteQueryResult<InfiniteData<Page<T>>>, rowId: (row: T) => string): T[] {
  const { data } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: rowId is a function of the row alone
  return useMemo(() => {
    const rows = new Map<string, T>()
    for (const page of data?.pages ?? []) for (const row of page.data) rows.set(rowId(row), row)
    return [...rows.values()]
  }, [data])
}
