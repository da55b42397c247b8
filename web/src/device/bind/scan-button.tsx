/** Scans the box's QR code: with the camera if available, else from a photo (plain http at home has no camera). */
import { ScanLine } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react'
import { useText } from '../../kit/lang.ts'
import { hasCamera, isOldWeChat, openCamera } from '../../kit/browser-features.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { LineBreaks } from '../../ui/lines.tsx'
import styles from '../device.module.css'
import type { Pairing } from './pairing.ts'
import { openReader } from './scan.ts'
import { firstPairing } from './scanned.ts'
import { deviceText } from '../text.ts'

const lookEveryMs = 250

export function ScanButton({ onFound }: { onFound: (pairing: Pairing) => void }) {
  const words = useText(deviceText)
  const [isOpen, setOpen] = useState(false)
  const [isReading, setReading] = useState(false)
  const photo = useRef<HTMLInputElement>(null)

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setReading(true)
    try {
      const texts = await (await openReader())(file)
      const pairing = firstPairing(texts)
      if (pairing) onFound(pairing)
      else toast(texts.length > 0 ? words.unknownQr : words.invalidQr)
    } catch {
      toast(isOldWeChat() ? words.wechatTooOld : words.invalidQr)
    } finally {
      setReading(false)
    }
  }

  return (
    <>
      <Button
        variant="line"
        isWide
        isBusy={isReading}
        icon={<ScanLine size={20} strokeWidth={1.75} />}
        onClick={() => (hasCamera() ? setOpen(true) : photo.current?.click())}
      >
        {words.scan}
      </Button>
      <input
        ref={photo}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={words.scan}
        onChange={(event) => void read(event)}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.scan} closeLabel={useText(commonText).close}>
        <Camera
          onFound={(pairing) => {
            setOpen(false)
            onFound(pairing)
          }}
          usePhoto={() => {
            setOpen(false)
            photo.current?.click()
          }}
        />
      </Sheet>
    </>
  )
}

function Camera({ onFound, usePhoto }: { onFound: (pairing: Pairing) => void; usePhoto: () => void }) {
  const words = useText(deviceText)
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const onPairing = useEffectEvent(onFound)

  useEffect(() => {
    const camera = { isOn: true, stop: () => {} }
    void scan(video.current, camera, (texts) => {
      const pairing = firstPairing(texts)
      setUnknown(texts.length > 0)
      if (pairing) onPairing(pairing)
      return pairing !== undefined
    }).catch(() => camera.isOn && setRefused(true))
    return () => {
      camera.isOn = false
      camera.stop()
    }
  }, [])

  return (
    <div className={styles.scan}>
      {!isRefused && <video ref={video} muted playsInline aria-label={words.scan} />}
      <p className={textStyles.secondary} role="status">
        <LineBreaks text={isRefused ? words.noCamera : isUnknown ? words.unknownQr : words.scanHint} />
      </p>
      <Button isWide onClick={usePhoto}>
        {words.scanPhoto}
      </Button>
    </div>
  )
}

/** Shows the camera in `video` and decodes frames until `seen` returns true. */
async function scan(
  video: HTMLVideoElement | null,
  camera: { isOn: boolean; stop: () => void },
  seen: (texts: string[]) => boolean,
): Promise<void> {
  const [stream, readCodes] = await Promise.all([openCamera(), openReader()])
  camera.stop = () => stream.getTracks().forEach((track) => track.stop())
  if (!camera.isOn || !video) return camera.stop()
  video.srcObject = stream
  await video.play()
  while (camera.isOn) {
    if (seen(await readCodes(video))) break
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  camera.stop()
}
