set deadlock_priority low;
