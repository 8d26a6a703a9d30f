;; forfeit overtime: its start function never returns
(module
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func $start (loop $again (br $again)))
  (start $start)
  (func (export "choose") (result i32)
    (i32.const 1)))
