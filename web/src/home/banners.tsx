/** The banners: picture, with title and text below; nothing if there are none. */
import type { Banner } from '@homeport/contract/home.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { Illustration } from '../ui/illustration.tsx'
import { banners } from './data.ts'
import { frontText } from './front-text.ts'
import './home.css'
import { hrefOf } from './leads.ts'

export function Banners() {
  const words = useText(frontText)
  const all = useQuery(banners())
  // space is reserved while loading, so that nothing below it jumps
  if (all.isPending)
    return (
      <div className="hm-rail" aria-hidden="true">
        <div className="hm-banner hm-wait" />
      </div>
    )
  if (!all.data || all.data.length === 0) return null
  return (
    <section aria-label={words.banners}>
      <ul className="hm-rail">
        {all.data.map((banner) => (
          <li key={banner.id} className="hm-banner">
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
      <span className="hm-art">
        {banner.picture ? (
          <img src={pictureUrl(banner.picture.id)} alt="" decoding="async" draggable={false} />
        ) : (
          <Illustration name={banner.scene} />
        )}
      </span>
      <span className="hm-words">
        <span className="label one">{banner.title}</span>
        <span className="sub one">{banner.about}</span>
      </span>
    </>
  )
  return href === null ? (
    <div className="card">{inner}</div>
  ) : (
    <a className="card" href={href} draggable={false}>
      {inner}
    </a>
  )
}
