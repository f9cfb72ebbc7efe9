import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'

const SHOWN_MS = 1_500

interface CopyButtonProps {
  text: string
  /** Name of the copied value: "shipment ID". */
  what: string
}

/** Copies a text. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(t`Copied ${what}`)
  }
  return (
    <Button variant="ghost" size="icon" className="size-6" aria-label={t`Copy ${what}`} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  )
}
