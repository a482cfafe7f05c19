/** The usual theme with the fonts of the machine. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
