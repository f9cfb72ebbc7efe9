import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const text = codes.join('\n')
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'waybill-recovery-codes.txt' })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => open || onClose()}
      title={t`Keep your recovery codes`}
      description={
        <Trans>
          Each signs you in once if you lose your phone. They are shown only now: keep them where you keep passwords.
        </Trans>
      }
      footer={
        <>
          <Button onClick={download}>
            <Download aria-hidden />
            <Trans>Download</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>I have kept them</Trans>
          </Button>
        </>
      }
    >
      <div className="relative rounded-md border bg-sunken p-4 pe-12">
        <ul aria-label={t`Recovery codes`} className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="absolute end-2 top-2">
          <CopyButton text={text} what={t`recovery codes`} />
        </div>
      </div>
    </Dialog>
  )
}
