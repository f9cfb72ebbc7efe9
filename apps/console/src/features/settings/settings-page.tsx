import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function SettingsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Settings`}>
      <EmptyState title={<Trans>This screen is not there yet</Trans>} />
    </Page>
  )
}
