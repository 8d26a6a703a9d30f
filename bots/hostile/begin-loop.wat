;; forfeit overtime: `begin` never returns
(module
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32) (loop $again (br $again)))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32)
    (i32.const 1)))
