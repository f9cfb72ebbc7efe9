import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { GridQuery } from '../../grid/data-grid.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

interface ListStateProps {
  query: GridQuery
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

/** The states of a list of a few dozen rows, and the button for more. */
export function ListState({ query, isEmpty, empty, children }: ListStateProps) {
  if (query.isPending) return <SkeletonLines />
  if (query.error && isEmpty) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (isEmpty) return empty
  return (
    <div className="flex flex-col items-start gap-3">
      {query.error ? <ErrorNote error={query.error} /> : null}
      <div className="w-full">{children}</div>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  )
}
