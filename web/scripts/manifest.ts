/** The web app manifest, per language: what installs, what it takes from other apps, and its shortcuts. */
const words = {
  en: {
    description: 'The companion for your home media and download box',
    add: 'Add a download',
    library: 'Library',
    remote: 'Remote',
  },
  zh: { description: '家用影音下载盒的手机伴侣', add: '添加下载', library: '影库', remote: '遥控器' },
}

export function manifestOf(lang: 'en' | 'zh') {
  const { description, add, library, remote } = words[lang]
  const icons = [192, 512].map((size) => ({ src: `./icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }))
  const shortcut = (name: string, route: string) => ({ name, url: `./${route}`, icons: icons.slice(0, 1) })
  return {
    id: './',
    name: 'Homeport',
    short_name: 'Homeport',
    description,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    dir: 'ltr',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#F6F3ED',
    theme_color: '#F6F3ED',
    categories: ['entertainment', 'utilities'],
    icons: [...icons, { src: './icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' }],
    shortcuts: [
      shortcut(add, '#/pages/device/download/list?add=1'),
      shortcut(library, '#/pages/main/movie/list'),
      shortcut(remote, '?remote=1#/pages/main/device/index'),
    ],
    share_target: {
      action: './share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'torrent', accept: ['application/x-bittorrent', '.torrent'] }],
      },
    },
    protocol_handlers: [{ protocol: 'magnet', url: './?link=%s' }],
  }
}
