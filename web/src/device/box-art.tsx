/** The picture of the box: its own where the cloud has one, else a drawing with a green light while it is online. */
import type { Device } from '@homeport/contract/device.ts'
import { hostUrl } from '../kit/hosts.ts'
import { lang } from '../kit/lang.ts'
import styles from './device.module.css'

const holes = [62, 70, 78, 86, 94, 102, 110, 118, 126]

export function BoxArt({ isOnline, images }: { isOnline: boolean; images?: Device['images'] }) {
  if (images && images.x1 !== '') {
    const urlOf = (address: string) => `${hostUrl(lang.get(), 'device')}/${address}`
    return (
      <img
        src={urlOf(images.x1)}
        srcSet={images.x2 === '' ? undefined : `${urlOf(images.x2)} 2x`}
        width={280}
        height={84}
        alt=""
        className={styles.photo}
      />
    )
  }
  return (
    <svg viewBox="20 30 280 84" aria-hidden="true" className={styles.drawing}>
      <ellipse cx="160" cy="108" rx="126" ry="5" fill="var(--box-shadow)" />
      <path d="M66 98h24v9H66zM230 98h24v9h-24z" fill="var(--box-foot)" />
      <rect x="40" y="36" width="240" height="64" rx="16" fill="var(--box-face)" />
      <rect x="40.5" y="36.5" width="239" height="63" rx="15.5" fill="none" stroke="var(--box-foot)" />
      <g fill="var(--box-foot)">
        {[56, 65, 74].flatMap((y) => holes.map((x) => <rect key={`${x}.${y}`} x={x} y={y} width="4" height="4" rx="2" />))}
      </g>
      <path d="M172 77h62" stroke="var(--box-foot)" strokeWidth="3" strokeLinecap="round" />
      <rect x="172" y="55" width="24" height="10" rx="3" fill="none" stroke="var(--box-foot)" strokeWidth="2" />
      <circle cx="254" cy="77" r="4.5" fill={isOnline ? 'var(--ok)' : 'var(--box-foot)'} />
    </svg>
  )
}
