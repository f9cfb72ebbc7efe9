import { Trans, useLingui } from '@lingui/react/macro'
import { Camera } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** The browser has it; TypeScript does not know it yet. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
type DetectorClass = new () => Detector

const LOOK_EVERY_MS = 150

const findDetector = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

interface CameraScanProps {
  onCode: (text: string) => void
  /** Has the focus after a code. */
  field: RefObject<HTMLInputElement | null>
}

/** Reads a barcode by the camera, where the browser can. The code is for its owner to use: nothing is printed or booked here. */
export function CameraScan({ onCode, field }: CameraScanProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const hasCode = useRef(false)
  useEffect(() => {
    // The dialog is gone: before, it takes the focus back.
    if (!isOpen && hasCode.current) field.current?.focus()
    hasCode.current = false
  }, [isOpen, field])
  if (findDetector() === undefined || navigator.mediaDevices === undefined) return null
  return (
    <>
      <Button size="icon" aria-label={t`Scan with the camera`} onClick={() => setOpen(true)}>
        <Camera aria-hidden />
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title={<Trans>Scan with the camera</Trans>}>
          <Viewfinder
            onCode={(text) => {
              hasCode.current = true
              setOpen(false)
              onCode(text)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function Viewfinder({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const found = useRef(onCode)
  found.current = onCode
  useEffect(() => {
    const end = new AbortController()
    watch(video.current, (text) => found.current(text), end.signal).catch(() => setRefused(true))
    return () => end.abort()
  }, [])
  if (isRefused)
    return (
      <p role="alert" className="text-danger">
        <Trans>The camera cannot be used. Allow it in your browser, or type the code.</Trans>
      </p>
    )
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        aria-label={t`Picture of the camera`}
        className="w-full rounded-md bg-sunken"
      />
      <p className="mt-2 text-muted">
        <Trans>Hold the barcode in front of the camera.</Trans>
      </p>
    </>
  )
}

/** Looks until there is a code or `end`; the camera is off afterwards. */
async function watch(video: HTMLVideoElement | null, onCode: (text: string) => void, end: AbortSignal): Promise<void> {
  const Detecting = findDetector()
  if (video === null || Detecting === undefined) return
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (end.aborted) return stop()
  end.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const detector = new Detecting()
  const look = async () => {
    if (end.aborted) return
    // A picture that is not there yet is an error, too: the next one may have the code.
    const [code] = await detector.detect(video).catch(() => [])
    if (end.aborted) return
    if (code) return onCode(code.rawValue)
    setTimeout(look, LOOK_EVERY_MS)
  }
  await look()
}
