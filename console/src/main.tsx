import './styles/mantine.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadLanguage, preferredLanguage } from './i18n/text.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs takes the nonce from here, everything else from the theme.
setNonce(nonce);
// Loads only the person's language, before anything is drawn.
const { languages } = navigator;
const language = await loadLanguage(preferredLanguage(languages), languages);
document.documentElement.lang = language.code;
createRoot(document.getElementById('root') as HTMLElement).render(<App nonce={nonce} language={language} />);
