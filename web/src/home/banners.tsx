/** The banners: picture, with title and text below; nothing if there are none. Each can be hidden, for good, in this browser. */
import type { Banner } from '@homeport/contract/home.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../kit/lang.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { storageKeys } from '../kit/storage.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { IconButton } from '../ui/button.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import railStyles from '../ui/rail.module.css'
import textStyles from '../ui/text.module.css'
import styles from './banners.module.css'
import { banners } from './data.ts'
import { frontText } from './front-text.ts'
import { hrefOf } from './banner-link.ts'

const Illustration = lazyPart(async () => (await import('../ui/illustration.tsx')).Illustration)

/** Banners that an operator took away long ago are forgotten. */
const maxHidden = 50

export function Banners() {
  const words = useText(frontText)
  const all = useQuery(banners())
  const slot = storageKeys.app('hidden_banners')
  const [hidden, setHidden] = useState(() => slot.get() ?? [])
  const shown = all.data?.filter(({ id }) => !hidden.includes(id)) ?? []
  function hide(id: string) {
    const next = [...hidden, id].slice(-maxHidden)
    slot.set(next)
    setHidden(next)
  }
  // space is reserved while loading, so that nothing below it jumps
  if (all.isPending)
    return (
      <div className={classes(railStyles.rail, styles.rail)} aria-hidden="true">
        <div className={classes(styles.banner, styles.waiting)} />
      </div>
    )
  if (shown.length === 0) return null
  return (
    <section aria-label={words.banners}>
      <ul className={classes(railStyles.rail, styles.rail)}>
        {shown.map((banner) => (
          <li key={banner.id} className={styles.banner}>
            <Lead banner={banner} />
            <span className={styles.hide}>
              <IconButton label={words.hideBanner(banner.title)} onClick={() => hide(banner.id)}>
                <X strokeWidth={1.75} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Lead({ banner }: { banner: Banner }) {
  const href = hrefOf(banner.to)
  const inner = (
    <>
      <span className={styles.picture}>
        {banner.picture ? (
          <img src={pictureUrl(banner.picture.id)} alt="" decoding="async" draggable={false} />
        ) : (
          <Suspense>
            <Illustration name={banner.scene} />
          </Suspense>
        )}
      </span>
      <span className={styles.text}>
        <span className={classes(textStyles.label, textStyles.oneLine)}>{banner.title}</span>
        <span className={classes(textStyles.secondary, textStyles.oneLine)}>{banner.about}</span>
      </span>
    </>
  )
  return href === null ? (
    <div className={cardStyles.card}>{inner}</div>
  ) : (
    <a className={cardStyles.card} href={href} draggable={false}>
      {inner}
    </a>
  )
}
