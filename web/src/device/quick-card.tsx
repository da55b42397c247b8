/** One of the large link cards of the device tab. */
import type { ReactNode } from 'react'

export function QuickCard({ icon, title, text, href }: { icon: ReactNode; title: string; text: string; href: string }) {
  return (
    <a className="card ent" href={href}>
      {icon}
      <h2 className="label">{title}</h2>
      <p className="sub one">{text}</p>
    </a>
  )
}
