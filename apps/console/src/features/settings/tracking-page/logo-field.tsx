import { Trans, useLingui } from '@lingui/react/macro'
import type { Branding } from '@waybill/sdk'
import { ImageUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { useDeleteLogo, useUploadLogo } from './queries.ts'

/** The path of the logo: the console and the page have the same origin. */
export const pathOfLogo = ({ url }: NonNullable<Branding['logo']>): string => new URL(url).pathname

/** The logo is stored as soon as it is chosen. */
export function LogoField({ logo, mayWrite }: { logo: Branding['logo']; mayWrite: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadLogo()
  const deletion = useDeleteLogo()
  const store = (image: Blob, key = crypto.randomUUID()) =>
    upload.mutate({ image, key }, { onSuccess: () => toast(t`The logo is stored.`) })
  const remove = async (path: string) => {
    try {
      const image = await deletion.mutateAsync(path)
      const key = crypto.randomUUID()
      toast(t`The logo is removed.`, image ? { label: t`Undo`, run: () => store(image, key) } : undefined)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        <Trans>Logo</Trans>
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {logo && (
          <img
            src={pathOfLogo(logo)}
            width={logo.width}
            height={logo.height}
            alt={t`The logo`}
            className="h-auto max-h-12 w-auto max-w-40 rounded-sm border bg-[#ffffff] p-1"
          />
        )}
        {mayWrite && (
          <>
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              className="sr-only"
              tabIndex={-1}
              onChange={({ target }) => {
                const [image] = target.files ?? []
                // The same file can be chosen again after an error.
                target.value = ''
                if (image) store(image)
              }}
            />
            <Button busy={upload.isPending} onClick={() => input.current?.click()}>
              <ImageUp aria-hidden />
              {logo ? <Trans>Replace the logo</Trans> : <Trans>Choose a logo</Trans>}
            </Button>
            {logo && (
              <Button busy={deletion.isPending} onClick={() => void remove(pathOfLogo(logo))}>
                <Trans>Remove the logo</Trans>
              </Button>
            )}
          </>
        )}
      </div>
      <p className="text-sm text-muted">
        <Trans>PNG, JPEG or WebP, at most 256 KiB. It is stored at once.</Trans>
      </p>
      {upload.isError && <ErrorNote error={upload.error} />}
    </div>
  )
}
