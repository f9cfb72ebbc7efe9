import { useLingui } from '@lingui/react/macro'
import { cn } from './class-names.ts'

/** Space of what is loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div className={cn('h-4 animate-pulse rounded-sm bg-line', className)} aria-hidden />
)

/** Lines of a text or list that is loading, announced once. */
export function SkeletonLines({ count = 5 }: { count?: number }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className="flex flex-col gap-3 py-2">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={index} className={index % 3 === 2 ? 'w-3/5' : 'w-full'} />
      ))}
    </div>
  )
}
