/** Cropping a picture to a circle: by touch, mouse or arrow keys. Loaded in its own chunk. */
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import textStyles from '../../ui/text.module.css'
import { cropImage } from './crop-math.ts'
import { profileText } from './profile-text.ts'
import styles from './profile.module.css'

/** url: object URL of the file. */
type Props = { file: File; url: string; isBusy: boolean; use: (picture: Blob) => void; failed: () => void }

const maxZoom = 4

export function Crop({ file, url, isBusy, use, failed }: Props) {
  const words = useText(profileText)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [isCutting, setCutting] = useState(false)

  async function done() {
    if (!area || isCutting) return
    setCutting(true)
    const picture = await cropImage(file, area).catch(() => null)
    setCutting(false)
    if (picture) use(picture)
    else failed()
  }

  return (
    <div className={styles.crop}>
      <div className={styles.cropPort} data-base-ui-swipe-ignore="">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': words.cropHint, role: 'group' }}
          mediaProps={{ alt: '', onError: failed }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
        />
      </div>
      <p className={textStyles.caption}>{words.cropHint}</p>
      <div className={styles.cropZoom}>
        <span className={textStyles.label}>{words.zoom}</span>
        <Slider
          label={words.zoom}
          value={zoom - 1}
          max={maxZoom - 1}
          step={0.05}
          words={(value) => words.zoomed((value + 1).toFixed(1))}
          onSelect={(value) => setZoom(value + 1)}
          dragging={(value) => value !== null && setZoom(value + 1)}
        />
      </div>
      <Button variant="main" isWide isBusy={isBusy || isCutting} onClick={() => void done()}>
        {words.use}
      </Button>
    </div>
  )
}
