import { useLingui } from '@lingui/react/macro'
import { accentOn, type PageTheme, pageColors } from './colors.ts'

interface PreviewedLook {
  display_name: string
  accent_color: string
  support_url: string
  support_phone: string
  /** Path of the logo, and its size in pixels. */
  logo: { path: string; width: number; height: number } | null
}

const STEPS = ['Registered', 'On its way', 'Out for delivery', 'Delivered']
const STEPS_DONE = 2
const MOMENTS = [
  { text: 'Collected from the sender', at: 'Tue 1 Dec, 10:05' },
  { text: 'The courier is on the way to the sender', at: 'Tue 1 Dec, 09:30' },
  { text: 'Registered', at: 'Tue 1 Dec, 08:58' },
]

/** The tracking page of an example, as recipients see it, in English as the page is. Nothing in it can be clicked. */
export function PagePreview({ look, theme }: { look: PreviewedLook; theme: PageTheme }) {
  const { t } = useLingui()
  const colors = pageColors[theme]
  const accent = accentOn(theme, look.accent_color.trim())
  const { logo, display_name: name, support_url: url, support_phone: phone } = look
  return (
    <div
      role="img"
      aria-label={theme === 'light' ? t`The page in a light browser` : t`The page in a dark browser`}
      className="rounded-lg border p-3"
      style={{ background: colors.back }}
    >
      <div
        aria-hidden
        lang="en"
        className="rounded-xl border p-5"
        style={{ background: colors.card, borderColor: colors.line, color: colors.text }}
      >
        {(logo || name) && (
          <div className="mb-4 flex items-center gap-3 text-lg font-semibold wrap-anywhere" data-testid="brand">
            {logo && (
              <img
                src={logo.path}
                width={logo.width}
                height={logo.height}
                alt=""
                className="h-auto max-h-12 w-auto max-w-3/5 rounded-sm bg-[#ffffff]"
              />
            )}
            {name && <span>{name}</span>}
          </div>
        )}
        <p style={{ color: colors.soft }}>To London</p>
        <p className="text-2xl font-bold">On its way</p>
        <ol className="my-4 flex gap-1.5">
          {STEPS.map((step, index) => {
            const isDone = index < STEPS_DONE
            return (
              <li
                key={step}
                className="grow basis-0 rounded-sm border-t-4 pt-1.5 text-xs"
                style={{ borderColor: isDone ? accent : colors.line, color: isDone ? colors.text : colors.soft }}
              >
                {step}
              </li>
            )
          })}
        </ol>
        <p className="text-lg font-semibold">Expected Tue 1 Dec, 14:10–14:30</p>
        <p className="text-sm">
          <span className="underline" style={{ color: accent }} data-testid="accent">
            Tracking number EP728280186166
          </span>
        </p>
        <ol className="mt-4 flex flex-col gap-2.5">
          {MOMENTS.map(({ text, at }, index) => (
            <li key={at} className="flex gap-3">
              <span
                className="mt-1.5 size-2.5 shrink-0 rounded-full"
                style={{ background: index === 0 ? accent : colors.line }}
              />
              <span>
                <span className={index === 0 ? 'font-semibold' : undefined}>{text}</span>
                <span className="block text-sm" style={{ color: colors.soft }}>
                  {at}
                </span>
              </span>
            </li>
          ))}
        </ol>
        {(url || phone) && (
          <div
            className="mt-5 flex flex-wrap gap-x-6 border-t pt-3"
            style={{ borderColor: colors.line, color: accent }}
          >
            {url && <span className="underline">Get help</span>}
            {phone && <span className="underline">{phone}</span>}
          </div>
        )}
      </div>
    </div>
  )
}
