import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function ShipPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Ship`}>
      <EmptyState title={<Trans>This screen is not there yet</Trans>} />
    </Page>
  )
}
