/** The banners: picture, with title and text below; nothing if there are none. */
import type { Banner } from '@homeport/contract/home.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import { Illustration } from '../ui/illustration.tsx'
import railStyles from '../ui/rail.module.css'
import textStyles from '../ui/text.module.css'
import styles from './banners.module.css'
import { banners } from './data.ts'
import { frontText } from './front-text.ts'
import { hrefOf } from './banner-link.ts'

export function Banners() {
  const words = useText(frontText)
  const all = useQuery(banners())
  // space is reserved while loading, so that nothing below it jumps
  if (all.isPending)
    return (
      <div className={classes(railStyles.rail, styles.rail)} aria-hidden="true">
        <div className={classes(styles.banner, styles.waiting)} />
      </div>
    )
  if (!all.data || all.data.length === 0) return null
  return (
    <section aria-label={words.banners}>
      <ul className={classes(railStyles.rail, styles.rail)}>
        {all.data.map((banner) => (
          <li key={banner.id} className={styles.banner}>
            <Lead banner={banner} />
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
          <Illustration name={banner.scene} />
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
