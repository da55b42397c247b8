/** The screen that stands where the app lies below a path of a server, as its calls would go to somebody else's. */
import { createRoot } from 'react-dom/client'
import { both, useText } from '../kit/lang.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { frameArt } from '../ui/frame-drawing.tsx'
import layoutStyles from '../ui/layout.module.css'

const ownAddressText = both({
  en: {
    title: 'Homeport needs an address of its own',
    text: (path: string) => `It can’t run below ${path}. Use a name such as homeport.example.org, or a port of its own.`,
  },
  zh: {
    title: '需要独立的地址',
    text: (path) => `不能放在 ${path} 路径下。请使用独立域名（如 homeport.example.org）或独立端口。`,
  },
})

export function OwnAddress({ path }: { path: string }) {
  const words = useText(ownAddressText)
  return (
    <main className={layoutStyles.page}>
      <EmptyState art={frameArt.lost} title={words.title} text={words.text(path)} isPage />
    </main>
  )
}

export function showOwnAddress(root: HTMLElement, path: string): void {
  createRoot(root).render(<OwnAddress path={path} />)
}
