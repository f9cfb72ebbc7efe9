import { Trans, useLingui } from '@lingui/react/macro'
import { OneTimeDialog } from '../../../ui/one-time-dialog.tsx'

/** Shows a one-time link. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <OneTimeDialog
      title={<Trans>Send this link</Trans>}
      description={<Trans>It works once. It is not shown again.</Trans>}
      value={link}
      what={t`link`}
      testId="link"
      onClose={onClose}
    />
  )
}
