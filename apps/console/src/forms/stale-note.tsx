import { Trans } from '@lingui/react/macro'

/** Above the button that saves again, once the new version is loaded. */
export const StaleNote = () => (
  <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning">
    <Trans>
      Somebody else has changed this in between. What you typed is kept. Save again to apply your changes to the new
      state.
    </Trans>
  </p>
)
