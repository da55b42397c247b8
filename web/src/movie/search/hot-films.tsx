/** The words that the household searches for most; nothing until there are some. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import searchStyles from '../../shared/search/search-field.module.css'
import chipStyles from '../../ui/chip.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { hotFilms } from './search-data.ts'
import { searchText } from './search-text.ts'

export function HotFilms({ device, hrefOf }: { device: Device; hrefOf: (q: string) => string }) {
  const words = useText(searchText)
  const { data: hot = [] } = useQuery(hotFilms(device)).data ?? {}
  if (hot.length === 0) return null
  return (
    <section className={searchStyles.ask} aria-label={words.hot}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{words.hot}</h2>
      </div>
      <ul className={chipStyles.chips}>
        {hot.map((q) => (
          <li key={q}>
            <a className={chipStyles.chip} href={hrefOf(q)}>
              {q}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
