import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function PrintPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Print station`}>
      <EmptyState title={<Trans>This screen is not there yet</Trans>} />
    </Page>
  )
}
