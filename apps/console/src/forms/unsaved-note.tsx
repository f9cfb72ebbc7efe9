import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'

/** In a form that stays on its page: what it shows is typed, and not stored. */
export const UnsavedNote = ({ onDiscard }: { onDiscard: () => void }) => (
  <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-sunken px-3 py-2 text-sm">
    <span className="grow">
      <Trans>Your changes are not saved yet.</Trans>
    </span>
    <Button size="sm" onClick={onDiscard}>
      <Trans>Discard them</Trans>
    </Button>
  </div>
)
