import { createApp } from 'vue';
import 'tracklight/style.css';
import App from './App.vue';

createApp(App).mount('#app');
