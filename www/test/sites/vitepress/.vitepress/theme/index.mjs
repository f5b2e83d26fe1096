import DefaultTheme from 'vitepress/theme';
import 'tracklight/style.css';

export default DefaultTheme;
