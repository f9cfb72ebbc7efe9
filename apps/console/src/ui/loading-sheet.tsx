import type { ReactNode } from 'react'
import { Sheet } from './dialog.tsx'
import { ErrorState } from './error-state.tsx'
import { SkeletonLines } from './skeleton.tsx'

interface LoadingSheetProps {
  title: ReactNode
  /** Why it could not be loaded. */
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

/** Stands for a sheet while its content is loaded. */
export function LoadingSheet({ title, error, onRetry, onClose }: LoadingSheetProps) {
  return (
    <Sheet open onOpenChange={onClose} title={title}>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <SkeletonLines />}
    </Sheet>
  )
}
