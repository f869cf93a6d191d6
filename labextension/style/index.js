import './report.css';
import './plugin.css';
