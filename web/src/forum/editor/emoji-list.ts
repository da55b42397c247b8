/** The emoji that the forum offers, in rows of eight (spec 2); any other one can be typed. */
export const emojiInRow = 8

const rows = [
  '😀 😄 😁 😆 😂 🤣 😊 🙂',
  '😉 😍 😘 😋 😎 🤓 🤔 🤗',
  '😏 😅 😌 😴 🥱 😮 😯 😲',
  '😕 🙁 😢 😭 😤 😡 😱 🥶',
  '👍 👎 👌 🙏 👏 🙌 💪 👀',
  '❤️ 💔 🔥 ✨ ⭐ 🎉 🎁 🏆',
  '🎬 🍿 📺 🎧 🎮 📷 💾 💿',
  '💻 🖥️ 📱 🔌 🔋 💡 🔧 🛠️',
  '📦 🧲 🌊 ⚓ ⛵ 🏠 🚀 🕰️',
  '☕ 🍺 🍜 🍎 🐱 🐶 🌞 🌙',
]

export const emoji: readonly string[] = rows.flatMap((row) => row.split(' '))
